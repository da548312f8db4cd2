/** Signs that say something without words. They travel as lines of chat, so the server holds them to the same measure. */
export const emotes: readonly string[] = ["👋", "👍", "👏", "😄", "😮", "😢", "🚂"];

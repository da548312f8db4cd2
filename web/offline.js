// The service worker: keeps the page, so that it opens without a network. VERSION and FILES are written above by offline.ts.
// Files whose names carry a hash are taken from what is kept; all else is asked for first, and what was answered last stands in where
// nobody answers. Tables are never kept: what goes on there is the server's word alone.
const PAGE = `page-${VERSION}`;
const ANSWERS = "answers";
const KEPT = /^\/api\/(games(\/.*)?|look|version)$/;
const SHELL = ["/", "/manifest.webmanifest", "/icon.svg", "/icon-turn.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((page) => page.addAll([...SHELL, ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name !== PAGE && name !== ANSWERS;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const asked = async (request, place) => {
  const answer = await fetch(request);
  if (answer.ok && place) (await caches.open(place)).put(request, answer.clone());
  return answer;
};

const answer = async (request, path) => {
  if (path.startsWith("/assets/")) return (await caches.match(request)) ?? asked(request, PAGE);
  try {
    return await asked(request, KEPT.test(path) ? ANSWERS : null);
  } catch (gone) {
    // every address of the page is the same page
    const kept = await caches.match(request.mode === "navigate" ? "/" : request);
    if (kept) return kept;
    throw gone;
  }
};

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const ours = pathname.startsWith("/assets/") || SHELL.includes(pathname) || KEPT.test(pathname);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (ours || event.request.mode === "navigate") event.respondWith(answer(event.request, pathname));
});

// A notice that it is somebody's turn: shown, and on a click the table is opened, where it is open already or anew. One for the same turn takes
// the place of the one before.
self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (title)
    event.waitUntil(
      self.registration.showNotification(title, {
        body,
        tag,
        icon: "/icon-turn.svg",
        data: { path: new URL(url).pathname },
      }),
    );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const show = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const there = windows.find((one) => new URL(one.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(show());
});

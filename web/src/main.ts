import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { applyLook, readFirst } from "./lib/prefs.svelte";

// a server that was updated meanwhile has other files: fetch the page anew, the game is where it was
addEventListener("vite:preloadError", () => location.reload());

// the page opens without a network, too; not while it is worked on, when its files have no lasting names
if (import.meta.env.PROD) navigator.serviceWorker?.register("/offline.js").catch(() => {});

applyLook();
const target = document.getElementById("app");
void readFirst().then(() => target && mount(App, { target }));

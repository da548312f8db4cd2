import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { applyLook, readFirst } from "./lib/prefs.svelte";

// a server that was updated meanwhile has other files: fetch the page anew, the game is where it was
addEventListener("vite:preloadError", () => location.reload());

applyLook();
const target = document.getElementById("app");
void readFirst().then(() => target && mount(App, { target }));

import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { applyLook } from "./lib/prefs.svelte";

applyLook();
const target = document.getElementById("app");
if (target) mount(App, { target });

// Every page: loading of data, state behind "#", copying. Tables are in tables.js, curves in chart.js and curves.js.
//
// Pages are opened from the disk, where fetch and modules do not work. So data are classic scripts, each of which calls
// hashcop.take(NAME, VALUE) once. Names of strangers enter the page as text only, and no address is made from a name.
"use strict";

(() => {
  const root = document.documentElement.dataset.root || "./";
  const taken = new Map(); // name -> value
  const waiting = new Map(); // name -> functions that want the value
  const loading = new Map(); // address -> promise of its script

  function take(name, value) {
    taken.set(name, value);
    for (const done of waiting.get(name) || []) done(value);
    waiting.delete(name);
  }

  // Calls done(value) as soon as the script at `src`, relative to the root of the pages, has handed over `name`;
  // done(undefined) if there is no such script, or if it hands over something else.
  function load(src, name, done) {
    if (taken.has(name)) {
      done(taken.get(name));
      return;
    }
    waiting.set(name, [...(waiting.get(name) || []), done]);
    script(src).then(() => {
      if (!taken.has(name)) {
        const failed = waiting.get(name) || [];
        waiting.delete(name);
        failed.forEach((each) => each(undefined));
      }
    });
  }

  function script(src) {
    if (!loading.has(src)) {
      loading.set(src, new Promise((settle) => {
        const element = document.createElement("script");
        element.src = root + src;
        element.onload = element.onerror = settle;
        document.head.append(element);
      }));
    }
    return loading.get(src);
  }

  const loaded = (src, name) => new Promise((settle) => load(src, name, settle));

  // State: "#key=value&key=value". A fragment without "=" is the name of a place in the page: to go there changes no state.
  let last = new Map();

  function read() {
    const text = location.hash.slice(1);
    if (text && !text.includes("=")) return new Map(last);
    const found = new Map();
    for (const pair of text.split("&")) {
      const at = pair.indexOf("=");
      if (at > 0) found.set(pair.slice(0, at), pair.slice(at + 1));
    }
    last = found;
    return new Map(found);
  }

  // Shorter than encodeURIComponent's, and still unambiguous: "/" and "," stay as they are.
  const encode = (text) => encodeURIComponent(text).replace(/%2F/g, "/");

  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return ""; // a link that someone cut short
    }
  }

  const state = {
    get: (key) => decode(read().get(key) || ""),
    has: (key) => read().has(key),
    list: (key) => (read().get(key) || "").split(",").filter(Boolean).map(decode),
    // Values are texts or lists of texts; null takes a key away.
    set(values) {
      const next = read();
      for (const [key, value] of Object.entries(values)) {
        if (value === null) next.delete(key);
        else next.set(key, Array.isArray(value) ? value.map(encode).join(",") : encode(value));
      }
      last = next;
      const text = [...next].map(([key, value]) => `${key}=${value}`).join("&");
      // Never pushState: "back" leads to the page before, not through every letter of a search.
      history.replaceState(history.state, "", text ? `#${text}` : location.pathname + location.search);
    },
  };

  // An element with properties, "data-..." and other attributes, and children; texts become text nodes.
  function make(tag, given = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (name.includes("-") || name === "role") element.setAttribute(name, value);
      else element[name] = value;
    }
    element.append(...children);
    return element;
  }

  // A sentence of ours in the page, beside `element`; an empty one takes the sentence away.
  function say(element, sentence) {
    let place = element.nextElementSibling;
    if (!place || !place.classList.contains("said-by-script")) {
      place = make("p", { className: "said-by-script", role: "status" });
      element.after(place);
    }
    place.textContent = sentence;
    place.hidden = !sentence;
  }

  const missing = (src) =>
    `The data for this are not here: ${src} is missing beside these pages. The tables are complete without it.`;

  async function copy(button) {
    const text = button.dataset.copy || document.getElementById(button.dataset.copyOf)?.textContent || "";
    const before = button.textContent;
    let done = "copied";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      done = copyOldWay(text) ? "copied" : "not copied";
    }
    button.textContent = done;
    setTimeout(() => { button.textContent = before; }, 1500);
  }

  // Browsers that take a page from the disk for an insecure one have no clipboard object.
  function copyOldWay(text) {
    const area = make("textarea", { value: text, "aria-hidden": "true" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }

  function download(name, blob) {
    const address = URL.createObjectURL(blob);
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  // The addresses of data are root-relative; only ours are followed, whatever a data file says.
  const address = (page) => (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(page) ? "#" : root + page);

  window.hashcop = { take, load, loaded, state, make, say, missing, download, address, reveal };

  // What only works with scripts is hidden in the page, alone or with its label and paragraph.
  function reveal(element) {
    for (let one = element; one && one.tagName !== "MAIN"; one = one.parentElement) one.hidden = false;
  }

  // Pages stay the same while time goes by, so a script says how long ago a date is.
  function age(time) {
    const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / 86400000);
    if (!(days >= 0)) return;
    const words = days < 1 ? "today" : days < 60 ? `${days} day${days === 1 ? "" : "s"} ago`
      : days < 730 ? `${Math.floor(days / 30.44)} months ago` : `${Math.floor(days / 365.25)} years ago`;
    time.textContent = ` ${words}`; // the space is for those who hear or copy it
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-copy]");
    if (button) copy(button);
  });
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("button[data-copy], [data-needs-script]").forEach((one) => { one.hidden = false; });
    document.querySelectorAll("time.age").forEach(age);
  });
})();

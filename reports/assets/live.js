// Only on pages that ./do serve shows: how far a run of ./do is, in a bar at the top, and the page anew once it was made
// anew. A page that is opened from the disk has no trace of this.
//
// Strangers' text enters the page as text only. Asking stops while nobody looks: a browser disturbs timings, too.
"use strict";

(() => {
  const ASKS = 5000; // milliseconds between two questions
  const RESTS = 30000; // the same where nobody answers
  const KEPT = "hashcop.place"; // in the session's storage: where the reader was when the page loaded itself again
  const WORDS = new Intl.NumberFormat("en");
  const stamp = document.currentScript.dataset.page || "";
  let timer = 0;
  let bar = null;

  function element(name, parent, text = "") {
    const made = document.createElement(name);
    made.textContent = text;
    parent.append(made);
    return made;
  }

  // The bar is made when it is needed for the first time.
  function make() {
    const box = document.createElement("aside");
    box.setAttribute("aria-label", "Progress of ./do");
    Object.assign(box.style, {
      position: "sticky", top: "0", zIndex: "20", display: "flex", flexWrap: "wrap", gap: "0 1em", alignItems: "center",
      padding: ".4em .8em", background: "Canvas", color: "CanvasText", borderBottom: "1px solid", font: "14px sans-serif",
    });
    const said = element("span", box);
    const share = element("progress", box);
    share.setAttribute("aria-label", "Part that is done");
    const doing = element("span", box);
    Object.assign(doing.style, { overflowWrap: "anywhere", opacity: ".8" });
    const problems = element("details", box);
    const title = element("summary", problems);
    const list = element("ul", problems);
    list.style.overflowWrap = "anywhere";
    const anew = element("button", box, "Show the new results");
    anew.type = "button";
    anew.addEventListener("click", reload);
    document.body.prepend(box);
    return { box, said, share, doing, problems, title, list, anew };
  }

  function duration(seconds) {
    const minutes = Math.round(seconds / 60);
    if (minutes < 1) return "less than a minute left";
    if (minutes < 90) return `${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
    return `${WORDS.format(Math.round(minutes / 60))} hours left`;
  }

  function show(now, isNew) {
    if (!now.running && !isNew) {
      if (bar) bar.box.style.display = "none";
      return;
    }
    bar = bar || make();
    bar.box.style.display = "flex";
    bar.said.textContent = now.running
      ? `./do is running: ${WORDS.format(now.done)} of ${WORDS.format(now.total)}, ${duration(now.left)}`
      : "This page was made anew.";
    bar.share.hidden = !now.running;
    bar.share.max = now.total || 1;
    bar.share.value = now.done || 0;
    bar.doing.textContent = now.doing || "";
    const failed = now.failed || [];
    bar.problems.hidden = failed.length === 0;
    bar.title.textContent = failed.length === 1 ? "1 problem" : `the last ${failed.length} problems`;
    bar.list.replaceChildren();
    for (const text of failed) element("li", bar.list, text);
    bar.anew.hidden = !isNew;
  }

  // Whether a new page would take something out of the reader's hands.
  function isBusy() {
    const active = document.activeElement;
    const types = active !== null && active.matches("input, select, textarea");
    return types || !document.getSelection().isCollapsed;
  }

  function reload() {
    const open = [...document.querySelectorAll("main details")].map((one) => one.open);
    const place = { page: location.href, x: scrollX, y: scrollY, open };
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(place));
    } catch { /* without storage the page begins at its top */ }
    location.reload();
  }

  function restore() {
    let place = null;
    try {
      place = JSON.parse(sessionStorage.getItem(KEPT));
      sessionStorage.removeItem(KEPT);
    } catch { /* as above */ }
    if (!place || place.page !== location.href) return;
    document.querySelectorAll("main details").forEach((one, n) => {
      one.open = place.open[n] ?? one.open;
    });
    addEventListener("load", () => requestAnimationFrame(() => scrollTo(place.x, place.y)));
  }

  async function ask() {
    clearTimeout(timer);
    let rest = ASKS;
    try {
      const answer = await fetch(`/-/progress?page=${encodeURIComponent(location.pathname)}`, { cache: "no-store" });
      const now = await answer.json();
      const isNew = now.page !== "" && now.page !== stamp;
      if (isNew && !isBusy()) {
        reload();
        return;
      }
      show(now, isNew);
    } catch {
      rest = RESTS;
      show({ running: false }, false);
    }
    if (!document.hidden) timer = setTimeout(ask, rest);
  }

  restore();
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  ask();
})();

// What was refused, or has not arrived, is said where one is looking. Nothing that stands there or was typed is lost.
(() => {
  const notice = document.getElementById("refused");
  const home = notice?.parentElement;

  const isNews = ({ triggeringEvent }) => Boolean(triggeringEvent?.type.startsWith("sse:"));

  function say(words) {
    if (!notice) return;
    // An open dialog lies over everything else.
    (document.querySelector("dialog[open]") ?? home).prepend(notice);
    notice.textContent = words;
    notice.hidden = false;
  }

  // A refusal that belongs to a form comes as a fragment with the reason in it.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.xhr.status !== 422 || detail.xhr.responseText.startsWith("<!doctype")) return;
    detail.shouldSwap = true;
    detail.isError = false;
  });

  // Any other comes as a page, which says the reason first.
  document.addEventListener("htmx:responseError", ({ detail: { xhr, requestConfig } }) => {
    if (isNews(requestConfig)) return;
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    say(page.querySelector(".lead")?.textContent.trim() ?? notice?.dataset.unsent);
  });

  document.addEventListener("htmx:sendError", ({ detail: { requestConfig } }) => {
    if (!isNews(requestConfig)) say(notice?.dataset.unsent);
  });

  document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, successful } }) => {
    if (notice && successful && !isNews(requestConfig)) notice.hidden = true;
  });
})();

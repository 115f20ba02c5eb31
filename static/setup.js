// Copies a link that is shown only once. Where the browser does not allow it, the link can be selected by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = !navigator.clipboard;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = field.dataset.copied;
  });
}

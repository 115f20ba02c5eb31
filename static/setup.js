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

// A new tournament is played where its director is, as far as the browser knows that.
const zone = document.querySelector("[data-own-zone] [name=time_zone]");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && [...zone.list.options].some((option) => option.value === own)) zone.value = own;

// What was refused is where one goes on.
document.querySelector("[aria-invalid=true]")?.focus();

// On a phone the names of the pages stand in one line: the one that is open is moved into sight.
for (const here of document.querySelectorAll(".tournament-nav [aria-current], .parts [aria-current]")) {
  here.scrollIntoView({ block: "nearest", inline: "center" });
}

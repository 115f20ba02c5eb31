// On a phone the names of the pages stand in one line: the one that is open is moved into sight.
document.querySelector(".tournament-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

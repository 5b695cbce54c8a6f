// Runs before the first paint, so that a visitor who chose a theme never sees the other one.
{
  let theme = "auto";
  try {
    theme = localStorage.getItem("keyhole.theme") ?? "auto";
  } catch {
    // storage denied: the system's choice holds
  }
  document.documentElement.dataset.theme = theme;
}

// Runs in pages of other sites: gives each frame with a chart of this host the height of its chart.
const { origin } = new URL(document.currentScript.src);

function frames() {
  return [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(`${origin}/`));
}

addEventListener("message", (event) => {
  const height = Number(event.data?.chartHeight);
  if (event.origin !== origin || !(height > 0)) return;
  for (const frame of frames()) if (frame.contentWindow === event.source) frame.height = Math.ceil(height);
});

// A frame that was ready before this script says its height again.
for (const frame of frames()) frame.contentWindow.postMessage("chartHeight", "*");

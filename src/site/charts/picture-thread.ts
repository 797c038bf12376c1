// Runs in the worker thread of `pictureThread`: drawing takes a tenth of a second, which would block all requests.
import publicSans from "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2" with {
  type: "file",
};
import init, { Renderer } from "@takumi-rs/wasm";
import wasm from "@takumi-rs/wasm/takumi_wasm_bg.wasm" with { type: "file" };
import { answerTasks } from "../../base/answer-tasks.ts";
import type { Picture } from "../http/services.ts";

const fileOf = (path: string) => Bun.file(path).bytes();

async function createRenderer(): Promise<Renderer> {
  await init({ module_or_path: await fileOf(wasm) });
  const renderer = new Renderer();
  await renderer.registerFont({ name: "Public Sans", data: await fileOf(publicSans) });
  return renderer;
}

const ready = createRenderer();

answerTasks(async ({ svg, width, height, scale = 1 }: Picture) => {
  const size = { width: width * scale, height: height * scale };
  return (await ready).render({ type: "image", src: svg, style: size }, { ...size, format: "png" });
});

// Runs in the worker thread of `cardRenderer`: drawing a card takes a tenth of a second, which would block all
// requests.
import init, { type Node, Renderer } from "@takumi-rs/wasm";
import wasm from "@takumi-rs/wasm/takumi_wasm_bg.wasm" with { type: "file" };
import bold from "roboto-fontface/fonts/roboto/Roboto-Bold.woff2" with { type: "file" };
import regular from "roboto-fontface/fonts/roboto/Roboto-Regular.woff2" with { type: "file" };
import { answerTasks } from "../../../threads/answer-tasks.ts";
import { CARD_SIZE } from "./card.ts";

const fileOf = (path: string) => Bun.file(path).bytes();

async function createRenderer(): Promise<Renderer> {
  await init({ module_or_path: await fileOf(wasm) });
  const renderer = new Renderer();
  await renderer.registerFont({ name: "Roboto", data: await fileOf(regular), weight: 400 });
  await renderer.registerFont({ name: "Roboto", data: await fileOf(bold), weight: 700 });
  return renderer;
}

const ready = createRenderer();

answerTasks(async (node: Node) => (await ready).render(node, { ...CARD_SIZE, format: "png" }));

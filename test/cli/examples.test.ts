import { expect, test } from "bun:test";
import type { Command } from "commander";
import { createProgram } from "../../src/cli/command-line.ts";
import { EXAMPLES } from "../../src/cli/examples.ts";

const program = await createProgram();
const leaves = (command: Command, path: string): readonly (readonly [string, Command])[] =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((one) => leaves(one, `${path} ${one.name()}`));
const COMMANDS = leaves(program, "safety");

test("every command has one example, and every example is of a command", () => {
  const named = EXAMPLES.slice(1).map((line) => COMMANDS.find(([path]) => `${line} `.includes(`${path} `))?.[0]);
  expect(named).toEqual(COMMANDS.map(([path]) => path));
});

test.each(COMMANDS)(
  "the help of %s has its example, with the options and the number of words that it takes",
  (path, command) => {
    const help: string[] = [];
    command.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
    const example = /Example:\n {2}(.+)/.exec(help.join(""))?.[1] ?? "";
    expect(example).toContain(path);
    const given = new Set(example.match(/--[\w-]+/g));
    for (const { long, mandatory } of command.options) {
      if (mandatory) expect(given).toContain(long ?? "");
      given.delete(long ?? "");
    }
    expect([...given]).toEqual([]);
    const words = example.slice(path.length).replace(/ --[\w-]+/g, "");
    for (const { argChoices } of command.registeredArguments)
      if (argChoices) expect(argChoices.filter((choice) => words.split(" ").includes(choice))).toHaveLength(1);
    const required = command.registeredArguments.filter((argument) => argument.required).length;
    expect(words.split(" ").length).toBeGreaterThan(required);
  },
);

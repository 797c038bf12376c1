/** @jsxImportSource hono/jsx */
import type { Explanation } from "../../domain/explanation.ts";
import { ScrollBox } from "../scroll-box.tsx";

interface StepsTableProps {
  readonly caption: string;
  readonly steps: Explanation["steps"];
}

/** A calculation step by step: the formula, its numbers, and the result. */
export function StepsTable({ caption, steps }: StepsTableProps) {
  return (
    <ScrollBox label={caption}>
      <table class="figures formula stack">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Formula</th>
            <th scope="col">Numbers</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr>
              <th scope="row" data-label="Step">
                {step.name}
              </th>
              <td data-label="Formula">{step.formula}</td>
              <td data-label="Numbers">{step.numbers}</td>
              <td data-label="Result">{Number(step.value.toFixed(4))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

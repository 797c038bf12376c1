import type { GeoContext } from "d3-geo";

/** Writes polygons as SVG path data. The library's own writer takes three times as long, for thousands of points. */
export class PathText implements GeoContext {
  #text = "";
  readonly #parts: number;

  /** @param digits after the decimal point */
  constructor(digits: number) {
    this.#parts = 10 ** digits;
  }

  get text(): string {
    return this.#text;
  }

  moveTo(x: number, y: number): void {
    this.#text += `M${this.#rounded(x)},${this.#rounded(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#text += `L${this.#rounded(x)},${this.#rounded(y)}`;
  }

  closePath(): void {
    this.#text += "Z";
  }

  beginPath(): void {}

  /** Draws points, of which there are none. */
  arc(): void {}

  #rounded(value: number): number {
    return Math.round(value * this.#parts) / this.#parts;
  }
}

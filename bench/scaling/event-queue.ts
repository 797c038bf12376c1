interface Event {
  readonly atUs: number;
  readonly order: number;
  readonly action: () => void;
}

/** Virtual time: a binary heap of future events. Events of the same time run in the order in which they were added. */
export class EventQueue {
  nowUs = 0;
  readonly #heap: Event[] = [];
  #order = 0;

  after(delayUs: number, action: () => void): void {
    const heap = this.#heap;
    const event = { atUs: this.nowUs + delayUs, order: this.#order++, action };
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = event;
  }

  runUntil(endUs: number): void {
    for (let event = this.#heap[0]; event !== undefined && event.atUs <= endUs; event = this.#heap[0]) {
      this.#removeFirst();
      this.nowUs = event.atUs;
      event.action();
    }
    this.nowUs = endUs;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, last)) break;
      heap[place] = child;
      place = child === left ? 2 * place + 1 : 2 * place + 2;
    }
    heap[place] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);
}

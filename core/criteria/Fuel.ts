/** The steps of a check, which stand for time: they are counted the same way everywhere. */

export const fuelMax = 2_000_000

/** Thrown where a check needs more steps than it has. */
export class Exhausted {}

export class Fuel {
  #spent = 0

  get spent(): number {
    return this.#spent
  }

  spend(steps: number): void {
    this.#spent += steps
    if (this.#spent <= fuelMax) return
    this.#spent = fuelMax
    throw new Exhausted()
  }
}

// What counts is the latest of several requests, in whatever order they are answered.

export class Latest {
  #number = 0;

  /** Begins another one, which makes all earlier ones late. Returns whether it is still the latest, as a function. */
  begin() {
    this.#number += 1;
    return this.current();
  }

  /** Returns whether none has begun since now, as a function. */
  current() {
    const number = this.#number;
    return () => number === this.#number;
  }
}

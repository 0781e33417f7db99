// What the walk found wrong, kept until the end so that one walk shows all of it.

export class Report {
  constructor() {
    this.checks = 0;
    this.faults = [];
    this.pictures = 0;
    this.chapter = '';
  }

  begin(chapter) {
    this.chapter = chapter;
    console.log(`\n${chapter}`);
  }

  /** One thing that has to be true. */
  check(good, what) {
    this.checks += 1;
    if (!good) this.fault(what);
    return good;
  }

  equal(found, expected, what) {
    return this.check(found === expected, `${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }

  fault(what) {
    const line = `${this.chapter}: ${what}`;
    if (this.faults.includes(line)) return;
    this.faults.push(line);
    console.log(`  FAULT ${what}`);
  }

  step(what) {
    console.log(`  ${what}`);
  }

  end() {
    if (this.faults.length) console.log(`\n${this.faults.length} faults:\n  ${this.faults.join('\n  ')}`);
    console.log(`\n${this.checks} checks, ${this.pictures} pictures, ${this.faults.length} faults`);
    return this.checks > 0 && this.faults.length === 0;
  }
}

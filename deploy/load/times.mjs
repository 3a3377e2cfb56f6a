// Latencies by kind of request, printed in one line each.

export class Times {
  #all = new Map()
  #refused = new Map()

  /** Measures a call. Responses other than 200 and 201 are counted by their code. */
  async of(what, call) {
    const begun = performance.now()
    const answer = await call()
    const took = performance.now() - begun
    if (answer.status === 200 || answer.status === 201) this.add(what, took)
    else {
      const why = `${what} ${answer.status} ${answer.json?.code}`
      this.#refused.set(why, (this.#refused.get(why) ?? 0) + 1)
    }
    return { ...answer, took }
  }

  add(what, took) {
    if (!this.#all.has(what)) this.#all.set(what, [])
    this.#all.get(what).push(took)
  }

  count(what) {
    return this.#all.get(what)?.length ?? 0
  }

  /** Returns the latency in ms within which this share of the calls was answered; undefined without calls. */
  at(what, share) {
    const list = (this.#all.get(what) ?? []).sort((a, b) => a - b)
    return list[Math.min(list.length - 1, Math.floor(list.length * share))]
  }

  print(seconds) {
    for (const [what, list] of this.#all) {
      const at = (share) => this.at(what, share).toFixed(1)
      const rate = (list.length / seconds).toFixed(0).padStart(6)
      console.log(`${what.padEnd(20)} ${rate}/s; median ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`)
    }
    for (const [why, count] of this.#refused) console.log(`refused: ${why} ${count}`)
  }
}

// Latencies by kind of request, printed in one line each.

export class Times {
  #all = new Map()
  #refused = new Map()

  /** Measures the latency of a call. Responses other than 200 and 201 are counted by their code instead. */
  async measure(what, call) {
    const startedAt = performance.now()
    const response = await call()
    const took = performance.now() - startedAt
    if (response.status === 200 || response.status === 201) this.add(what, took)
    else {
      const why = `${what} ${response.status} ${response.json?.code}`
      this.#refused.set(why, (this.#refused.get(why) ?? 0) + 1)
    }
    return { ...response, took }
  }

  add(what, took) {
    if (!this.#all.has(what)) this.#all.set(what, [])
    this.#all.get(what).push(took)
  }

  count(what) {
    return this.#all.get(what)?.length ?? 0
  }

  /** Returns a percentile of the latency in ms, for example for `share` 0.99; undefined without calls. */
  percentile(what, share) {
    const list = (this.#all.get(what) ?? []).sort((a, b) => a - b)
    return list[Math.min(list.length - 1, Math.floor(list.length * share))]
  }

  /** Prints the rates and percentiles of a measurement that took `seconds`. */
  print(seconds) {
    for (const [what, list] of this.#all) {
      const at = (share) => this.percentile(what, share).toFixed(1)
      const rate = (list.length / seconds).toFixed(0).padStart(6)
      console.log(`${what.padEnd(20)} ${rate}/s; median ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`)
    }
    for (const [why, count] of this.#refused) console.log(`refused: ${why} ${count}`)
  }
}

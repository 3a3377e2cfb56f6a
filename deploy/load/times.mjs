// Records latencies in ms by kind of request.

export class Times {
  #latencies = new Map()
  #refused = new Map()

  /** Responses other than 200 and 201 are counted by their code. */
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
    if (!this.#latencies.has(what)) this.#latencies.set(what, [])
    this.#latencies.get(what).push(took)
  }

  count(what) {
    return this.#latencies.get(what)?.length ?? 0
  }

  percentile(what, share) {
    const sorted = (this.#latencies.get(what) ?? []).sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  }

  print(seconds) {
    for (const [what, latencies] of this.#latencies) {
      const at = (share) => this.percentile(what, share).toFixed(1)
      const rate = (latencies.length / seconds).toFixed(0).padStart(6)
      console.log(`${what.padEnd(20)} ${rate}/s; median ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`)
    }
    for (const [why, count] of this.#refused) console.log(`refused: ${why} ${count}`)
  }
}

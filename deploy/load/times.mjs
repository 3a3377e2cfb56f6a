// Records how long requests take, for the scripts that measure the shop. Prints one line for each kind of request.

export class Times {
  /** The latencies in ms of the successful requests, by kind. */
  #latencies = new Map()
  /** The number of refused requests, by kind, status and error code. */
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

  /** Records that a request of the kind `what` took `took` ms. */
  add(what, took) {
    if (!this.#latencies.has(what)) this.#latencies.set(what, [])
    this.#latencies.get(what).push(took)
  }

  /** Returns the number of successful requests of a kind. */
  count(what) {
    return this.#latencies.get(what)?.length ?? 0
  }

  /** Returns a percentile of the latency in ms, for example for `share` 0.99; undefined without calls. */
  percentile(what, share) {
    const sorted = (this.#latencies.get(what) ?? []).sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  }

  /** Prints the rates and percentiles of a measurement that took `seconds`. */
  print(seconds) {
    for (const [what, latencies] of this.#latencies) {
      const at = (share) => this.percentile(what, share).toFixed(1)
      const rate = (latencies.length / seconds).toFixed(0).padStart(6)
      console.log(`${what.padEnd(20)} ${rate}/s; median ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`)
    }
    for (const [why, count] of this.#refused) console.log(`refused: ${why} ${count}`)
  }
}

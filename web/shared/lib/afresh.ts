/** As Chromium says it. Where it is not said which module it was, the same address is asked for again. */
const MODULE = /module: (\S+?)(?:\?|$)/

type Load<Module> = () => Promise<Module>

const bring = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/** Whoever loads a module that failed before asks as the last failure of it says. */
const nextAsks = new WeakMap<Load<unknown>, Load<unknown>>()
let failures = 0

/**
 * Loads a module, under another address once it did not come: Chromium 148 remembers for as long as a page is open that there was none
 * under the first (156 asks again).
 */
export async function afresh<Module>(load: Load<Module>, from = bring): Promise<Module> {
  const ask = (nextAsks.get(load) ?? load) as Load<Module>
  try {
    return await ask()
  } catch (error) {
    const address = error instanceof TypeError && MODULE.exec(error.message)?.[1]
    if (address) {
      const again = `${address}?again=${++failures}`
      nextAsks.set(load, () => from(again))
    }
    throw error
  }
}

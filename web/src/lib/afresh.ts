/** As Chromium says it. Where it is not said which module it was, the same address is asked for again. */
const MODULE = /module: (\S+?)(?:\?|$)/

const bring = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/**
 * Asks for a module under another address once it did not come: Chromium remembers for as long as a page is open that there was none under
 * the first.
 */
export function afresh<Module>(load: () => Promise<Module>, from = bring): () => Promise<Module> {
  let ask = load
  let failures = 0
  return async () => {
    try {
      return await ask()
    } catch (error) {
      const address = error instanceof TypeError && MODULE.exec(error.message)?.[1]
      if (address) {
        failures += 1
        const again = `${address}?again=${failures}`
        ask = () => from(again) as Promise<Module>
      }
      throw error
    }
  }
}

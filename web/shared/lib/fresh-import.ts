// Imports a chunk of code or texts so that a failed download can be repeated.

/** Finds the module's address, without its query, in Chromium's error message. In other browsers, nothing matches. */
const MODULE = /module: (\S+?)(?:\?|$)/

type Load<Module> = () => Promise<Module>

const importAddress = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/** For an import that failed: the import to run instead at the next call. */
const retries = new WeakMap<Load<unknown>, Load<unknown>>()
let failures = 0

/**
 * Imports a module. If that fails, throws; the next call with the same `load` uses another address, because Chromium 148 caches the
 * failure for the life of the page (Chromium 156 does not). Tests replace `importFrom`.
 */
export async function importWithFreshAddress<Module>(load: Load<Module>, importFrom = importAddress): Promise<Module> {
  const run = (retries.get(load) ?? load) as Load<Module>
  try {
    return await run()
  } catch (error) {
    const address = error instanceof TypeError && MODULE.exec(error.message)?.[1]
    if (address) {
      const freshAddress = `${address}?again=${++failures}`
      retries.set(load, () => importFrom(freshAddress))
    }
    throw error
  }
}

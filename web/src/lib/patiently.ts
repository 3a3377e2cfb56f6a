/** A line may be gone before the browser says so. */
const PAUSES = [500, 2_000]

/**
 * What fails without a line is tried again with one, and what fails with one a moment later: a part of the app that once failed
 * to come would never come.
 */
export async function patiently<T>(load: () => Promise<T>, [pause, ...later] = PAUSES): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((back) => addEventListener('online', back, { once: true }))
      return patiently(load)
    }
    if (pause === undefined) throw error
    await new Promise((over) => setTimeout(over, pause))
    return patiently(load, later)
  }
}

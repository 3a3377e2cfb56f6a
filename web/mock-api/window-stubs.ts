// Window APIs that jsdom lacks.
import { vi } from 'vitest'

/** No media query matches. */
export const stubMatchMedia = () => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))

/** Nothing ever comes into view. */
export const stubIntersectionObserver = () =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )

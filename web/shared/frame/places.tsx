import type { Location } from 'react-router'
import { useT } from '~shared/i18n/context'

// Both layouts have these: a link that skips the header, and the key under which the scroll position is kept.

export function SkipLink() {
  const t = useT()
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('common.skip')}
    </a>
  )
}

/** Every document begins with the key `default`: without its address, a page would open where the one before it was left. */
export const placeOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

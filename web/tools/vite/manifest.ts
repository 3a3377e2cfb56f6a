import { type Locale, prefixOf } from '../../shared/i18n/locale.ts'
import { paths } from '../../shared/lib/paths.ts'
import type { Words } from './words.ts'

/** A phone may crop a `maskable` icon to its own shape. */
const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export function manifestOf(locale: Locale, { name, shortName, description, shortcuts }: Words) {
  const at = (path: string) => prefixOf(locale) + path
  return {
    // All languages have the same id, so that an installation in another language replaces this one.
    id: '/',
    name,
    short_name: shortName,
    description,
    lang: locale,
    dir: 'ltr',
    start_url: prefixOf(locale) || '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#fffaf7',
    background_color: '#fffaf7',
    categories: ['shopping'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [
      { name: shortcuts.popular, url: at(paths.popular()) },
      { name: shortcuts.favourites, url: at(paths.favourites()) },
      { name: shortcuts.cart, url: at(paths.cart()) },
      { name: shortcuts.orders, url: at(paths.orders()) },
    ],
  }
}

// Replaces jsdom's `getComputedStyle`, which is slow: it matches every rule of the default style sheet against every element.

const displays = (display: string, tags: string) => Object.fromEntries(tags.split(' ').map((tag) => [tag, display]))

const DISPLAY: Record<string, string> = {
  ...displays(
    'block',
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form',
  ),
  ...displays('block', 'h1 h2 h3 h4 h5 h6 header hgroup hr html legend listing main menu nav ol optgroup option p plaintext pre search'),
  ...displays('block', 'section summary ul xmp'),
  ...displays('none', 'area base basefont datalist head link meta noembed noframes param rp script style template title'),
  ...displays('inline-block', 'button input meter progress select textarea'),
  caption: 'table-caption',
  col: 'table-column',
  colgroup: 'table-column-group',
  li: 'list-item',
  slot: 'contents',
  table: 'table',
  tbody: 'table-row-group',
  td: 'table-cell',
  tfoot: 'table-footer-group',
  th: 'table-cell',
  thead: 'table-header-group',
  tr: 'table-row',
}

const INITIAL: Record<string, string> = { opacity: '1', visibility: 'visible', 'pointer-events': 'auto' }
const INHERITED = new Set(['visibility', 'pointer-events', 'user-select'])

type Styled = Element & Partial<ElementCSSInlineStyle>

/** Reading `style` creates an object, so elements without the attribute are skipped. */
const ownValue = (element: Styled, property: string) =>
  element.hasAttribute('style') ? (element.style?.getPropertyValue(property) ?? '') : ''

function displayOf(element: Styled): string {
  const tag = element.localName
  if (element.hasAttribute('hidden') || (tag === 'dialog' && !element.hasAttribute('open'))) return 'none'
  if (tag === 'input' && element.getAttribute('type') === 'hidden') return 'none'
  return ownValue(element, 'display') || (DISPLAY[tag] ?? 'inline')
}

function valueOf(element: Styled, property: string): string {
  if (property === 'display') return displayOf(element)
  if (!INHERITED.has(property)) return ownValue(element, property) || (INITIAL[property] ?? '')
  for (let ancestor: Styled | null = element; ancestor; ancestor = ancestor.parentElement) {
    const own = ownValue(ancestor, property)
    if (own && own !== 'inherit') return own
  }
  return INITIAL[property] ?? ''
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const READER: ProxyHandler<Styled> = {
  get(element, name) {
    if (name === 'getPropertyValue') return (property: string) => valueOf(element, property)
    if (name === 'getPropertyPriority') return () => ''
    if (name === 'length') return 0
    return typeof name === 'string' ? valueOf(element, kebab(name)) : undefined
  },
}

/** The style of a pseudo-element. Only style sheets, which are not loaded here, could change it. */
const EMPTY_STYLE = new Proxy(document.createElement('span'), {
  get(_element, name) {
    if (name === 'getPropertyValue') return () => ''
    return name === 'length' ? 0 : ''
  },
})

export const computedStyle = (element: Element, pseudo?: string | null) =>
  (pseudo ? EMPTY_STYLE : new Proxy<Styled>(element, READER)) as unknown as CSSStyleDeclaration

// What search engines require of structured data: schema.org's properties as Google's documentation lists them, type by type.

interface Thing {
  '@type': string
  [property: string]: unknown
}
type Rule = (value: unknown) => boolean
type Rules = Record<string, Rule>

const CURRENCY = 'AZN'

const text: Rule = (value) => typeof value === 'string' && value.trim() !== ''
const address: Rule = (value) => typeof value === 'string' && URL.canParse(value)
const date: Rule = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const price: Rule = (value) => typeof value === 'string' && /^\d+(\.\d\d)?$/.test(value)
const some: Rule = (value) => Number.isInteger(value) && Number(value) > 0
const stars: Rule = (value) => Number(value) >= 1 && Number(value) <= 5
const oneOf = (...values: unknown[]) => ((value) => values.includes(value)) satisfies Rule
const maybe = (rule: Rule) => ((value) => value === undefined || rule(value)) satisfies Rule
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && '@type' in value
const a = (...types: string[]) => ((value) => isThing(value) && types.includes(value['@type'])) satisfies Rule
const every = (rule: Rule) => ((value) => Array.isArray(value) && value.length > 0 && value.every(rule)) satisfies Rule
/** Counted from one, without a gap. */
const ranked: Rule = (value) => every(a('ListItem'))(value) && (value as Thing[]).every(({ position }, place) => position === place + 1)

const REQUIRED: Record<string, Rules> = {
  AggregateRating: { ratingValue: stars, reviewCount: some },
  Answer: { text },
  BreadcrumbList: { itemListElement: ranked },
  ContactPage: { name: text, url: address, mainEntity: a('Organization') },
  ContactPoint: { contactType: text, telephone: maybe(text), email: maybe(text) },
  DefinedRegion: { addressCountry: text },
  EntryPoint: { urlTemplate: (value) => address(value) && String(value).includes('{search_term_string}') },
  FAQPage: { mainEntity: every(a('Question')) },
  ItemList: { itemListElement: ranked },
  ListItem: { position: some, name: text, item: maybe(address), url: maybe(address) },
  MonetaryAmount: { value: price, currency: oneOf(CURRENCY) },
  Offer: {
    price: (value) => price(value) && Number(value) > 0,
    priceCurrency: oneOf(CURRENCY),
    availability: oneOf('https://schema.org/InStock', 'https://schema.org/OutOfStock'),
    url: address,
    priceValidUntil: maybe(date),
    shippingDetails: maybe(a('OfferShippingDetails')),
  },
  OfferShippingDetails: { shippingRate: a('MonetaryAmount'), shippingDestination: a('DefinedRegion') },
  OnlineStore: { name: text, url: address, logo: maybe(address), aggregateRating: maybe(a('AggregateRating')) },
  Organization: {
    name: text,
    url: maybe(address),
    logo: maybe(address),
    sameAs: maybe(every(address)),
    contactPoint: maybe(a('ContactPoint')),
  },
  Person: { name: text },
  PostalAddress: { streetAddress: text, addressCountry: text },
  Product: {
    name: text,
    description: text,
    sku: text,
    image: every(address),
    offers: a('Offer'),
    aggregateRating: maybe(a('AggregateRating')),
    review: maybe(every(a('Review'))),
  },
  Question: { name: text, acceptedAnswer: a('Answer') },
  Rating: { ratingValue: stars },
  Review: { author: a('Person'), reviewRating: a('Rating'), datePublished: date },
  SearchAction: { target: a('EntryPoint'), 'query-input': oneOf('required name=search_term_string') },
  WebSite: { name: text, url: address, potentialAction: maybe(a('SearchAction')) },
}

export interface Structured {
  types: string[]
  /** Where it leads. */
  addresses: string[]
  faults: string[]
}

/** Everything that is said in a page's blocks, and what is wrong with it. */
export function readStructured(blocks: string[]): Structured {
  const read: Structured = { types: [], addresses: [], faults: [] }
  for (const block of blocks) {
    const value = parsed(block)
    if (!isThing(value)) {
      read.faults.push(`this is no JSON-LD: ${block.slice(0, 80)}`)
      continue
    }
    if (value['@context'] !== 'https://schema.org') read.faults.push(`${value['@type']} is not said to be schema.org's`)
    read.types.push(value['@type'])
    look(value, value['@type'], read)
  }
  return read
}

function parsed(block: string): unknown {
  try {
    return JSON.parse(block)
  } catch {
    return undefined
  }
}

function look(value: unknown, at: string, read: Structured) {
  if (typeof value === 'string' && /^https?:/.test(value) && !value.includes('{')) read.addresses.push(value)
  if (Array.isArray(value)) for (const one of value) look(one, at, read)
  else if (isThing(value)) {
    const type = value['@type']
    const rules = REQUIRED[type]
    if (!rules) read.faults.push(`${at}: nothing is known of the type ${type}`)
    for (const [property, rule] of Object.entries(rules ?? {}))
      if (!rule(value[property])) read.faults.push(`${at}: ${type}.${property} is ${JSON.stringify(value[property])}`)
    for (const [property, inner] of Object.entries(value)) if (!property.startsWith('@')) look(inner, `${at}.${property}`, read)
  }
}

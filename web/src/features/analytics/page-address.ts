// Other people's computers learn which kind of page was seen, never whose.

const PERSONAL = /^(\/(?:ru|en))?\/(profil|idare)\/([^/]+)\/.+/
const WHOLESALE = /\/topdan-satis\/.+/

/** The address as it may be told: without its query, which may hold a token or a search, and without what is below a page of the account. */
export const toldAddress = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>) =>
  origin +
  pathname
    .replace(WHOLESALE, '/topdan-satis')
    .replace(PERSONAL, (_whole, prefix: string | undefined, area: string, page: string) => `${prefix ?? ''}/${area}/${page}`)

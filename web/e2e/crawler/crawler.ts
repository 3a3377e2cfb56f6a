import { addresses, type Head, readHead, tags, unescaped } from './html'
import { readStructured, type Structured } from './structured'

/** As many requests as a busy crawler makes at once. */
const HANDS = 16

export interface Page {
  path: string
  status: number
  /** Where it sends to, as a path of this site. */
  location?: string
  /** Only of HTML. */
  head?: Head
  structured: Structured
  /** Everything of this site that it names. */
  links: string[]
}

const NOTHING: Structured = { types: [], addresses: [], faults: [] }

/** Goes through a site from page to page, each once. */
export class Crawler {
  readonly pages = new Map<string, Page>()
  /** What the sitemap names, and each page's other languages as it tells them. */
  readonly mapped = new Map<string, Record<string, string>>()
  readonly forbidden: string[] = []

  /** `site` is the root as pages write it, `base` where it is reached. */
  private constructor(
    readonly site: string,
    private readonly base: string,
  ) {}

  /** Begins as crawlers do: with what robots.txt allows, and with the sitemap it names. */
  static async arrive(base: string): Promise<Crawler> {
    const robots = await (await fetch(`${base}/robots.txt`)).text()
    const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1]
    if (!sitemap) throw new Error('robots.txt names no sitemap')
    const crawler = new Crawler(new URL(sitemap).origin, base)
    crawler.forbidden.push(...(robots.split(/\n\s*\n/)[0] ?? '').split('\n').flatMap((line) => line.split('Disallow: ')[1] ?? []))
    await crawler.readSitemap(sitemap)
    return crawler
  }

  private async readSitemap(index: string) {
    const files = locations(await this.text(index))
    for (const text of await Promise.all(files.map((file) => this.text(file))))
      for (const [, url = ''] of text.matchAll(/<url>([^]*?)<\/url>/g)) {
        const [address] = locations(url)
        const others = tags(url, 'xhtml:link').map(({ hreflang = '', href = '' }) => [hreflang, href])
        if (address) this.mapped.set(this.pathOf(address) ?? address, Object.fromEntries(others))
      }
  }

  private async text(address: string): Promise<string> {
    const answer = await fetch(this.base + this.pathOf(address))
    if (answer.status !== 200) throw new Error(`${address} is answered with ${answer.status}`)
    return answer.text()
  }

  /** An address of this site as a path; nothing for others. */
  pathOf(address: string): string | undefined {
    if (/^\/(?!\/)/.test(address)) return plain(address)
    const url = URL.canParse(address) ? new URL(address) : undefined
    return url?.origin === this.site ? plain(url.pathname + url.search) : undefined
  }

  /** From these on to everything they lead to. */
  async walk(from: Iterable<string>) {
    const queue: string[] = []
    const known = new Set<string>()
    const find = (path: string) => {
      if (known.has(path)) return
      known.add(path)
      queue.push(path)
    }
    for (const path of from) find(path)
    let busy = 0
    const hand = async () => {
      for (;;) {
        const path = queue.pop()
        if (path === undefined) {
          if (busy === 0) return
          // Somebody else may still find something.
          await new Promise((done) => setTimeout(done, 5))
          continue
        }
        busy++
        try {
          const page = await this.visit(path)
          this.pages.set(path, page)
          for (const link of page.links) find(link)
        } finally {
          busy--
        }
      }
    }
    await Promise.all(Array.from({ length: HANDS }, hand))
  }

  async visit(path: string): Promise<Page> {
    const method = isFile(path) ? 'HEAD' : 'GET'
    const answer = await fetch(this.base + path, { method, redirect: 'manual', headers: { accept: 'text/html,*/*' } })
    const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    const location = answer.headers.get('location')
    const page: Page = { path, status: answer.status, structured: NOTHING, links: [] }
    if (location) page.location = this.pathOf(location) ?? location
    if (!isHtml) {
      await answer.body?.cancel()
      return page
    }
    const html = await answer.text()
    page.head = readHead(html)
    page.structured = readStructured(page.head.structured)
    const named = [...addresses(html), ...page.structured.addresses]
    page.links = [...new Set(named.flatMap((address) => this.pathOf(address) ?? []))]
    return page
  }
}

/** That it is there is enough to know. */
const isFile = (path: string) => /\.[a-z0-9]+$/.test(path)

const plain = (path: string) => path.split('#')[0] ?? path

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => unescaped(location))

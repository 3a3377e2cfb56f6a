/** The ids of the tools that measure visits. One that is absent is not used. */
export interface Tags {
  googleAnalytics?: string
  googleTagManager?: string
  yandexMetrica?: string
}

/** What the gateway wrote into the document. Read late: hardly any visit needs it before the page is there. */
export function tagsOf(document: Document): Tags {
  try {
    const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as { tags?: Tags } | null
    return state?.tags ?? {}
  } catch {
    return {}
  }
}

export const hasTags = (tags: Tags) => Object.values(tags).some(Boolean)

/** Tests, and crawlers that say so, are not visits. */
export const isAutomatic = () => navigator.webdriver

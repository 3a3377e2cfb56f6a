// The sections of the home page, which staff arrange.

import type { APIRequestContext } from '@playwright/test'
import type { HomePage, HomeSection, HomeShelfSource } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export async function homeSections(request: APIRequestContext, locale: Locale = 'az'): Promise<HomeSection[]> {
  const response = await request.get('/api/v1/home', { headers: { 'accept-language': locale } })
  const { data } = (await response.json()) as { data: HomePage }
  return data.sections
}

function found(section: HomeSection | undefined, description: string): HomeSection {
  if (!section) throw new Error(`the home page has no ${description}`)
  return section
}

export const heroOf = (sections: HomeSection[]) =>
  found(
    sections.find(({ hero }) => hero),
    'hero',
  )
export const shelfOf = (sections: HomeSection[], source: HomeShelfSource) =>
  found(
    sections.find(({ shelf }) => shelf?.source === source),
    `shelf of ${source}`,
  )
export const linksOf = (sections: HomeSection[]) =>
  found(
    sections.find(({ kind }) => kind === 'links'),
    'links',
  )
/** The questions about the occasion and the recipient. */
export const tilesOf = (sections: HomeSection[]) => sections.filter(({ kind }) => kind === 'tiles')

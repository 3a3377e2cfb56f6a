import type { ContentSection } from '~shared/api/types'

// Whoever types on a keyboard without Azerbaijani letters finds what is written with them.
const PLAIN: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ş: 's', ç: 'c', ğ: 'g', ё: 'е' }

export const folded = (text: string) =>
  text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll(/[əıöüşçğё]/g, (letter) => PLAIN[letter] ?? letter)

const words = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')

/** The questions in whose words every word that was typed begins or stands. */
export function matching(sections: ContentSection[], typed: string): ContentSection[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return sections
  return sections.filter(({ title, html, group }) => {
    const text = folded(`${group} ${title} ${words(html)}`)
    return wanted.every((word) => text.includes(word))
  })
}

/** Under their headings, in the order in which these first come. */
export function grouped(sections: ContentSection[]): [string, ContentSection[]][] {
  const groups = new Map<string, ContentSection[]>()
  for (const section of sections) groups.set(section.group, [...(groups.get(section.group) ?? []), section])
  return [...groups]
}

// Groups the sections that are rendered in one block.

import type { HomeSection } from '~shared/api/types'

export type Group =
  /** The hero and the categories, close together. */
  | { kind: 'top'; sections: HomeSection[] }
  /** Tiles and links, in two columns on wide screens. */
  | { kind: 'tiles'; sections: HomeSection[] }
  /** Campaigns are unknown until they come near, so they share the place of the following block. */
  | { kind: 'campaigns'; next: Group | undefined }
  | { kind: 'one'; section: HomeSection }

const isTiled = ({ kind }: HomeSection) => kind === 'tiles' || kind === 'links'

export function groupsOf(sections: HomeSection[]): Group[] {
  const [first, second] = sections
  if (!first) return []
  if (first.kind === 'hero' && second?.kind === 'categories')
    return [{ kind: 'top', sections: [first, second] }, ...groupsOf(sections.slice(2))]
  if (isTiled(first)) {
    const end = sections.findIndex((section) => !isTiled(section))
    const count = end === -1 ? sections.length : end
    return [{ kind: 'tiles', sections: sections.slice(0, count) }, ...groupsOf(sections.slice(count))]
  }
  if (first.kind === 'campaigns') {
    const [next, ...others] = groupsOf(sections.slice(1))
    return [{ kind: 'campaigns', next }, ...others]
  }
  return [{ kind: 'one', section: first }, ...groupsOf(sections.slice(1))]
}

function contentOf(group: Group): string {
  if (group.kind === 'one') {
    const { kind, shelf } = group.section
    return shelf ? `${kind} ${shelf.source} ${shelf.category ?? shelf.products.join()}` : kind
  }
  if (group.kind === 'campaigns') return `campaigns ${group.next ? contentOf(group.next) : ''}`
  return group.kind
}

/** Returns a unique key for each group. It changes with the shelf's query, so that a failed shelf does not hide another one. */
export function keysOf(groups: Group[]): string[] {
  const contents = groups.map(contentOf)
  return contents.map((content, index) => {
    const repetitions = contents.slice(0, index).filter((other) => other === content).length
    return `${content} ${repetitions}`
  })
}

/** Whether tiles share a row of two columns with other tiles. */
export function isPaired(sections: HomeSection[], index: number): boolean {
  let start = index
  while (sections[start - 1]?.kind === 'tiles') start -= 1
  const isRight = (index - start) % 2 === 1
  return isRight || sections[index + 1]?.kind === 'tiles'
}

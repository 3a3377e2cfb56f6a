// Links with pictures, such as occasions, and rows of text links, such as budgets.

import clsx from 'clsx'
import { Link } from 'react-router'
import { useNear } from '~/lib/use-near'
import type { HomeSection, HomeTile } from '~shared/api/types'
import { useTree } from '~shared/features/catalog/queries'
import { leadsSomewhere } from '~shared/features/home/links'
import { illustrationOf, isUploaded } from '~shared/features/home/illustrations'
import { Picture } from '~shared/ui/picture'
import { Section } from '~shared/ui/section'
import { isPaired } from './groups'
import { TONES } from './tones'

/** Pictures load this near the window. A tile is complete without its picture, so the distance is short. */
const PRELOAD_DISTANCE_PX = 300

export default function Tiles({ sections }: { sections: HomeSection[] }) {
  const tree = useTree()
  const existing = sections.map((section) => ({ ...section, tiles: section.tiles.filter(({ link }) => leadsSomewhere(tree, link)) }))
  const shown = existing.filter(({ tiles }) => tiles.length > 0)
  if (shown.length === 0) return null
  return (
    <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-2 lg:gap-y-8">
      {shown.map(({ kind, title, tiles }, index) =>
        kind === 'links' ? (
          <LinkRow key={index} title={title} links={tiles} />
        ) : (
          <TileGrid key={index} title={title} tiles={tiles} isWide={!isPaired(shown, index)} />
        ),
      )}
    </div>
  )
}

/** Two columns, or one where enlarged text needs the width. */
const COLUMNS = 'grid-cols-[repeat(auto-fill,minmax(max(8.5rem,50%_-_0.5rem),1fr))]'

function TileGrid({ title, tiles, isWide }: { title: string; tiles: HomeTile[]; isWide: boolean }) {
  const { ref, isNear } = useNear(PRELOAD_DISTANCE_PX)
  const grid = (
    <Section title={title}>
      <ul ref={ref} className={clsx(COLUMNS, 'grid gap-3 sm:gap-4', isWide && 'lg:grid-cols-4')}>
        {tiles.map(({ label, link, picture, tone }, index) => (
          <li key={index}>
            <Link
              to={link}
              className={clsx(
                'group relative block h-full min-h-34 overflow-hidden rounded-xl p-4 pb-20 font-semibold',
                'sm:min-h-41 sm:p-5 sm:pb-24 sm:text-lg',
                tone && TONES[tone],
              )}
            >
              <span className="relative z-1 block w-min max-w-full min-w-[min(12ch,100%)] leading-tight hyphens-auto wrap-break-word">
                {label}
              </span>
              {isNear && <TilePicture picture={picture} />}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
  return isWide ? <div className="lg:col-span-2">{grid}</div> : grid
}

function TilePicture({ picture }: { picture: string }) {
  if (isUploaded(picture))
    return <Picture src={picture} alt="" sizes="96px" className="absolute right-2 bottom-2 size-18 rounded-full object-cover sm:size-24" />
  return (
    <img
      src={illustrationOf(picture)}
      alt=""
      width={160}
      height={160}
      className="absolute -right-1 -bottom-2 size-22 transition-transform duration-300 ease-out group-hover:-translate-y-1 group-hover:-rotate-4 sm:size-28"
    />
  )
}

function LinkRow({ title, links }: { title: string; links: HomeTile[] }) {
  return (
    <nav aria-label={title} className="flex flex-wrap items-center gap-2 sm:gap-3 lg:col-span-2">
      <p className="mr-2 w-full font-semibold sm:w-auto">{title}</p>
      {links.map(({ label, link }, index) => (
        <Link
          key={index}
          to={link}
          className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line bg-surface px-5 py-1 text-[0.9375rem] font-medium transition-colors hover:border-line-strong hover:text-accent-text"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

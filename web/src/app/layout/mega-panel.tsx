// The panel of a top category: its child categories and theirs.

import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Category } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { columnsOf } from './columns-of'

/** With more children, none has a picture. */
const MAX_WITH_PICTURES = 4
const COLUMNS = 3

/** The height of a category's own name and of the space below, in lines. */
const NAME_AND_SPACE = 1.6
const heightOf = ({ children }: Category) => children.length + NAME_AND_SPACE

export default function MegaPanel({ id, category, onChoose }: { id: string; category: Category; onChoose: () => void }) {
  const t = useT()
  const isDense = category.children.length > MAX_WITH_PICTURES
  return (
    <div id={id} className="absolute inset-x-0 top-full z-40 appear border-y border-line bg-surface shadow-lifted">
      <div className="wrap grid grid-cols-[minmax(0,1fr)_17rem] gap-10 py-8">
        {isDense ? (
          <div className="grid grid-cols-3 gap-x-8">
            {columnsOf(category.children, heightOf, COLUMNS).map((column) => (
              <ul key={column[0]?.id}>
                {column.map((child) => (
                  <Group key={child.id} category={child} onChoose={onChoose} />
                ))}
              </ul>
            ))}
          </div>
        ) : (
          <ul className="grid grid-cols-4 gap-x-8 gap-y-6">
            {category.children.map((child) => (
              <Group key={child.id} category={child} hasPicture onChoose={onChoose} />
            ))}
          </ul>
        )}
        <Link
          to={paths.category(category.slug)}
          onClick={onChoose}
          className="group grid content-start gap-3 self-start overflow-hidden rounded-xl bg-sunken p-4"
        >
          <span className="aspect-[4/3] overflow-hidden rounded-lg bg-pearl">
            <Picture
              src={category.imageUrl}
              alt=""
              sizes="272px"
              className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.03]"
            />
          </span>
          <span className="flex items-center justify-between gap-2 font-semibold group-hover:text-accent-text">
            {t('common.nav.all', { name: category.name })}
            <ArrowRight aria-hidden className="size-4.5 shrink-0" />
          </span>
        </Link>
      </div>
    </div>
  )
}

function Group({ category, hasPicture = false, onChoose }: { category: Category; hasPicture?: boolean; onChoose: () => void }) {
  return (
    <li className="mb-5">
      {hasPicture && (
        <span className="mb-3 block size-20 overflow-hidden rounded-lg bg-pearl">
          <Picture src={category.imageUrl} alt="" sizes="80px" className="size-full object-cover" />
        </span>
      )}
      <Link
        to={paths.category(category.slug)}
        onClick={onChoose}
        className="inline-flex min-h-8 items-center font-semibold hover:text-accent-text"
      >
        {category.name}
      </Link>
      {category.children.length > 0 && (
        <ul>
          {category.children.map(({ id, name, slug }) => (
            <li key={id}>
              <Link
                to={paths.category(slug)}
                onClick={onChoose}
                className="inline-flex min-h-8 items-center text-[0.9375rem] text-muted hover:text-accent-text"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

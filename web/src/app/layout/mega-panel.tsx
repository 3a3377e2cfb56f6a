import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Category } from '~/api/types'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { Picture } from '~/ui/picture'

const MANY = 4

/** More than four children make dense columns; up to four get room and a picture each. */
export default function MegaPanel({ id, category, onChoose }: { id: string; category: Category; onChoose: () => void }) {
  const t = useT()
  const areMany = category.children.length > MANY
  return (
    <div id={id} className="absolute inset-x-0 top-full z-40 appear border-y border-line bg-surface shadow-lifted">
      <div className="wrap grid grid-cols-[minmax(0,1fr)_17rem] gap-10 py-8">
        <ul className={clsx('gap-x-8', areMany ? 'columns-3' : 'grid grid-cols-4 gap-y-6')}>
          {category.children.map((child) => (
            <li key={child.id} className="mb-5 break-inside-avoid">
              {!areMany && (
                <span className="mb-3 block size-20 overflow-hidden rounded-lg bg-pearl">
                  <Picture src={child.imageUrl} alt="" sizes="80px" className="size-full object-cover" />
                </span>
              )}
              <Link
                to={paths.category(child.slug)}
                onClick={onChoose}
                className="inline-flex min-h-8 items-center font-semibold hover:text-accent-text"
              >
                {child.name}
              </Link>
              {child.children.length > 0 && (
                <ul>
                  {child.children.map(({ id: key, name, slug }) => (
                    <li key={key}>
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
          ))}
        </ul>
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

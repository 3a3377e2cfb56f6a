import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Category } from '~/api/types'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { MegaPanel } from './mega-panel'
import type { MegaMenu } from './use-mega-menu'

export function CategoryTab({ category, menu }: { category: Category; menu: MegaMenu }) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const { id, name, slug, children } = category
  const isOpen = menu.openId === id
  const panel = `mega-${id}`

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape belongs to the whole item, open panel included
    <li
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && children.length > 0 && menu.hover(id)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        menu.close()
        button.current?.focus()
      }}
    >
      <span
        className={clsx(
          '-mx-2.5 flex items-center border-b-2 transition-colors',
          isOpen ? 'border-accent text-accent-text' : 'border-transparent',
        )}
      >
        <Link
          to={paths.category(slug)}
          onClick={menu.close}
          className="inline-flex min-h-12 items-center rounded-sm pl-2.5 text-[0.9375rem] font-medium whitespace-nowrap hover:text-accent-text"
        >
          {name}
        </Link>
        {children.length > 0 && (
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            aria-label={t('common.nav.open', { name })}
            onClick={() => menu.toggle(id)}
            className="grid h-11 w-7 place-items-center rounded-sm"
          >
            <ChevronDown aria-hidden className={clsx('size-3.5 text-muted transition-transform', isOpen && 'rotate-180')} />
          </button>
        )}
      </span>
      {isOpen && <MegaPanel id={panel} category={category} onChoose={menu.close} />}
    </li>
  )
}

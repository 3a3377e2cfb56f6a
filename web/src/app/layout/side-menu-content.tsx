import { useSuspenseQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  LogOut,
  type LucideIcon,
  Mail,
  MapPin,
  ShieldCheck,
  Store,
  User,
  X,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { Category } from '~shared/api/types'
import { useSignOut } from '~shared/features/auth/access'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useTree } from '~shared/features/catalog/queries'
import { settingsQuery } from '~shared/features/content/queries'
import { ThemeToggle } from '~shared/frame/theme-toggle'
import { useI18n, useT } from '~shared/i18n/context'
import { inLocale, LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { IconButton } from '~shared/ui/button'
import { Logo } from '~shared/ui/logo'
import { Picture } from '~shared/ui/picture'
import { overlay } from './flags'

const ROW = 'flex min-h-12 w-full items-center gap-3.5 rounded-md px-3 text-left font-medium hover:bg-sunken'

export default function SideMenuContent() {
  const { t, locale } = useI18n()
  const { pathname, search, hash } = useLocation()
  const isSignedIn = useIsSignedIn()
  const { mutate: signOut } = useSignOut()
  const { email } = useSuspenseQuery(settingsQuery(locale)).data.data.contact

  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center justify-between border-b border-line py-2.5 pr-2 pl-5">
        <Logo />
        <IconButton label={t('common.close')} onClick={overlay.close}>
          <X aria-hidden className="size-5.5" />
        </IconButton>
      </div>
      <div className="grow overflow-y-auto p-2">
        <nav aria-label={t('common.nav.categories')}>
          <SideCategories />
        </nav>
        <hr className="mx-3 my-2 border-line" />
        <LinkRow to={paths.stores()} Icon={Store} label={t('common.nav.stores')} />
        <LinkRow
          to={isSignedIn ? paths.account() : paths.signIn()}
          Icon={User}
          label={isSignedIn ? t('common.nav.account') : t('common.nav.signIn')}
        />
        <LinkRow to={paths.guide()} Icon={CircleQuestionMark} label={t('deferred.footer.guide')} />
        <LinkRow to={paths.contact()} Icon={MapPin} label={t('deferred.footer.contacts')} />
        <LinkRow to={paths.privacy()} Icon={ShieldCheck} label={t('deferred.footer.privacy')} />
        <a href={`mailto:${email}`} className={ROW}>
          <Mail aria-hidden className="size-5 text-muted" />
          {email}
        </a>
        {isSignedIn && (
          <button
            type="button"
            className={ROW}
            onClick={() => {
              overlay.close()
              signOut()
            }}
          >
            <LogOut aria-hidden className="size-5 text-muted" />
            {t('common.nav.signOut')}
          </button>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 border-t border-line p-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        <ul aria-label={t('common.language')} className="flex">
          {LOCALES.map((option) => (
            <li key={option}>
              <a
                href={inLocale(option, pathname) + search + hash}
                lang={option}
                hrefLang={option}
                aria-current={option === locale ? 'true' : undefined}
                className="grid size-11 place-items-center rounded-md text-sm font-semibold text-muted hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
              >
                {option.toUpperCase()}
                <span className="sr-only">: {LANGUAGE_NAMES[option]}</span>
              </a>
            </li>
          ))}
        </ul>
        <ThemeToggle />
      </div>
    </div>
  )
}

const LinkRow = ({ to, Icon, label }: { to: string; Icon: LucideIcon; label: string }) => (
  <Link to={to} className={ROW}>
    <Icon aria-hidden className="size-5 text-muted" />
    <span className="grow">{label}</span>
    <ChevronRight aria-hidden className="size-4.5 text-muted" />
  </Link>
)

/** An accordion: one top category is open at a time. */
function SideCategories() {
  return useTree().map((category) => <TopCategory key={category.id} category={category} />)
}

function TopCategory({ category }: { category: Category }) {
  const t = useT()
  return (
    <details name="side-categories" className="group">
      <summary className="flex min-h-13 list-none items-center gap-3.5 rounded-md px-2 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="size-9 shrink-0 overflow-hidden rounded-md bg-pearl">
          <Picture src={category.imageUrl} alt="" sizes="36px" className="size-full object-cover" />
        </span>
        <span className="grow">{category.name}</span>
        <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul className="pb-2 pl-14.5">
        <li>
          <SideCategoriesRow slug={category.slug} name={t('common.nav.all', { name: category.name })} isStrong />
        </li>
        {category.children.map(({ id, slug, name }) => (
          <li key={id}>
            <SideCategoriesRow slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const SideCategoriesRow = ({ slug, name, isStrong = false }: { slug: string; name: string; isStrong?: boolean }) => (
  <Link
    to={paths.category(slug)}
    className={`flex min-h-11 items-center rounded-md px-2 text-[0.9375rem] hover:text-accent-text ${isStrong ? 'font-semibold text-accent-text' : 'text-muted'}`}
  >
    {name}
  </Link>
)

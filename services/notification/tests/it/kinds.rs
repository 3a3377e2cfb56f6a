//! Notifications about accounts.

use proto::auth::{
    AccountErased, BirthdayNear, BirthdayToday, EmailChanged, InfluencerDecided, PasswordChanged, Relation,
    SessionReuseDetected,
};
use sqlx::PgPool;

use crate::test_service::{TestService, user_registered};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

async fn newest_in_every_language(service: &TestService, account: i64) -> String {
    service.wait_for_feed().await;
    let mut texts = Vec::new();
    for language in ["az", "ru", "en"] {
        let newest = service.list(account, language).await.remove(0);
        if texts.is_empty() {
            texts.push(format!("{} -> {}", newest.kind, newest.link.unwrap_or_default()));
        }
        texts.push(format!("{}\n  {}", newest.title, newest.text));
    }
    texts.join("\n")
}

fn birthday(relation: Relation, days_left: i64) -> BirthdayNear {
    let relation = relation.into();
    BirthdayNear { account_id: AYGUN, relation, date: "2026-11-28".to_owned(), days_left }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn changed_password_raises_a_notification(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&PasswordChanged { account_id: AYGUN }).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    password_changed -> /profil/sifre
    Şifrəniz dəyişdirildi
      Hesabınızın şifrəsi dəyişdirildi, digər cihazlarda çıxış edildi. Bu siz deyildinizsə, dərhal yeni şifrə seçin.
    Пароль изменён
      Пароль вашего аккаунта изменён, сеансы на других устройствах завершены. Если это были не вы, сразу выберите новый пароль.
    Your password was changed
      The password of your account was changed, and your other devices were signed out. If it was not you, choose a new password at once.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn changed_email_raises_a_notification(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&EmailChanged { account_id: AYGUN }).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    email_changed -> /profil/epoct
    E-poçt ünvanınız dəyişdirildi
      Bundan sonra məktublarımız yeni ünvanınıza gələcək. Bu siz deyildinizsə, şifrənizi dəyişin və bizə yazın.
    E-mail изменён
      Теперь наши письма будут приходить на новый адрес. Если это были не вы, смените пароль и напишите нам.
    Your e-mail address was changed
      From now on our letters go to the new address. If it was not you, change your password and write to us.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn reused_session_raises_a_notification(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&SessionReuseDetected { account_id: AYGUN }).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    security -> /profil/sifre
    Hesabınızı qoruduq
      Kimsə köhnə sessiyanızdan istifadə etməyə çalışmış ola bilər. Ehtiyat üçün o sessiyanı bağladıq. Bu siz deyildinizsə, şifrənizi dəyişin.
    Мы защитили ваш аккаунт
      Возможно, кто-то пытался воспользоваться вашей старой сессией. На всякий случай мы её завершили. Если это были не вы, смените пароль.
    We protected your account
      Someone may have tried to use an old session of yours. To be safe, we signed it out. If it was not you, change your password.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn birthday_notification_names_relation_and_date(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&birthday(Relation::Mother, 7)).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    birthday_near -> /profil/dogum-gunleri
    Ad günü yaxınlaşır
      Ananızın ad gününə 7 gün qalıb: 28 noyabr. Hədiyyəni indidən seçin.
    Скоро день рождения
      До дня рождения вашей мамы осталось 7 дней: 28 ноября. Выберите подарок заранее.
    A birthday is near
      Your mother's birthday is in 7 days: November 28. Choose a gift in good time.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn own_birthday_raises_a_notification(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&BirthdayToday { account_id: AYGUN }).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    birthday_today -> /
    Ad gününüz mübarək!
      Sizi ürəkdən təbrik edirik. Arzularınız çin olsun, gününüz sevinclə dolsun!
    С днём рождения!
      Поздравляем вас от всего сердца. Пусть мечты сбываются, а день будет радостным!
    Happy birthday!
      We congratulate you with all our heart. May your wishes come true and the day be full of joy!
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn birthday_notification_mentions_tomorrow(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&birthday(Relation::Friend, 1)).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    birthday_near -> /profil/dogum-gunleri
    Ad günü yaxınlaşır
      Dostunuzun ad günü sabahdır: 28 noyabr. Hədiyyə seçməyə hələ vaxt var.
    Скоро день рождения
      День рождения вашего друга уже завтра: 28 ноября. Ещё есть время выбрать подарок.
    A birthday is near
      Your friend's birthday is tomorrow: November 28. There is still time to choose a gift.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_relation_has_its_own_text(pool: PgPool) {
    let service = TestService::open(pool).await;
    // From 0 (unspecified) to 10.
    let relations: Vec<_> = (0..=10).map(|number| Relation::try_from(number).unwrap()).collect();
    for relation in &relations {
        service.publish(&birthday(*relation, 14)).await;
    }
    service.wait_for_feed().await;
    for language in ["az", "ru", "en"] {
        let texts: std::collections::BTreeSet<String> =
            service.list(AYGUN, language).await.into_iter().map(|notification| notification.text).collect();
        assert_eq!(texts.len(), relations.len(), "{texts:#?}");
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn blogger_application_raises_a_notification(pool: PgPool) {
    let service = TestService::open(pool).await;
    service.publish(&InfluencerDecided { account_id: AYGUN, approved: true }).await;
    service.publish(&InfluencerDecided { account_id: RASHAD, approved: false }).await;
    insta::assert_snapshot!(newest_in_every_language(&service, AYGUN).await, @r"
    influencer_approved -> /profil/influencer/lists
    Artıq Sovqat influenserisiniz!
      Müraciətiniz təsdiqləndi. İlk siyahınızı yaradın və izləyicilərinizlə paylaşın.
    Вы теперь инфлюенсер Sovqat!
      Ваша заявка одобрена. Создайте первый список и поделитесь им с подписчиками.
    You are a Sovqat influencer now!
      Your application was approved. Make your first list and share it with your followers.
    ");
    insta::assert_snapshot!(newest_in_every_language(&service, RASHAD).await, @r"
    influencer_declined -> /profil/influencer/form
    Müraciətinizə baxıldı
      Təəssüf ki, bu dəfə influenser müraciətinizi təsdiqləyə bilmədik. Səbəbi hesabınızda yazmışıq.
    Мы рассмотрели вашу заявку
      К сожалению, на этот раз мы не смогли одобрить заявку инфлюенсера. Причину вы найдёте в аккаунте.
    We looked at your application
      We are sorry that we could not approve your influencer application this time. The reason is in your account.
    ");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn notifications_of_an_erased_account_are_deleted(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    service.publish(&birthday(Relation::Mother, 7)).await;
    for account in [AYGUN, RASHAD] {
        service.publish(&user_registered(account)).await;
    }
    service.publish(&AccountErased { account_id: AYGUN }).await;
    service.wait_for_feed().await;
    let accounts: Vec<i64> = sqlx::query_scalar("select account_id from notification").fetch_all(&pool).await.unwrap();
    assert_eq!(accounts, [RASHAD]);
}

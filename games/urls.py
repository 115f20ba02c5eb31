"""The application's addresses."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.i18n import set_language

from games.api.handbook import handbook
from games.views import accounts, director, live, probes, public

urlpatterns = [
    path("", public.start, name="start"),
    path("sign-in/", LoginView.as_view(template_name="public/sign_in.html"), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("invitation/", accounts.invitation, name="invitation"),
    path("password/", accounts.OtherPassword.as_view(), name="password"),
    path("password/forgotten/", accounts.password_forgotten, name="password-forgotten"),
    path("password/forgotten/sent/", accounts.password_sent, name="password-sent"),
    path("password/new/<uidb64>/<token>/", accounts.NewPassword.as_view(), name="password-new"),
    path("language/", set_language, name="language"),
    path("checkup/", director.checkup, name="checkup"),
    path("checkup/findings/", director.checkup_findings, name="checkup-findings"),
    path("checkup/ask/", director.checkup_ask, name="checkup-ask"),
    path("live/<slug:topic>/", live.live, name="live"),
    path("api/", handbook, name="api"),
    path("api/v1/", include("games.api.urls")),
    path("healthz", probes.healthz, name="healthz"),
    path("readyz", probes.readyz, name="readyz"),
]

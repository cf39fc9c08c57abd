"""The Tournament Rules: combatants bought for points, Victory Points, coming in again (4.4)."""
